import type { BusboyInstance } from '@fastify/busboy';
import { type Answer, refuse } from '../../answer.ts';

/** A form as it was sent: text fields by name, and files by the name of their field. */
export interface MultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

// Twice and more what the form of spec §4.14 needs; the body's own limit bounds the file.
const limits = { fields: 40, files: 4, parts: 44, fieldSize: 65_536, headerPairs: 64 };

/** Reads a multipart form that is in memory already; a form that is cut off or has too many parts is refused. */
export async function readMultipartForm(contentType: string, body: Uint8Array): Promise<Answer<MultipartForm>> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    // A part with a type that is no text is a file, also without a file name (a Blob).
    const isPartAFile = (_field?: string, type?: string, fileName?: string) =>
      fileName !== undefined || (type !== undefined && !type.startsWith('text/'));
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile });
    return { ok: true, data: await parse(parser, body) };
  } catch {
    return refuse({
      status: 400,
      code: 'body_malformed',
      message: 'The multipart form cannot be read: check its boundary and that it was sent whole.',
    });
  }
}

function parse(parser: BusboyInstance, body: Uint8Array): Promise<MultipartForm> {
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, Uint8Array> = Object.create(null);
  return new Promise((resolve, reject) => {
    const tooMuch = () => reject(new Error('the form has too many parts'));
    parser.on('field', (name, value, _nameCut, isCut) => {
      if (isCut) tooMuch();
      else fields[name] = value;
    });
    parser.on('file', (name, stream) => {
      const chunks: Uint8Array[] = [];
      // Without a listener a form that is cut off in a file would end the process.
      stream.on('error', reject);
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('end', () => {
        files[name] = Buffer.concat(chunks);
      });
    });
    parser.on('partsLimit', tooMuch);
    parser.on('filesLimit', tooMuch);
    parser.on('fieldsLimit', tooMuch);
    parser.on('error', reject);
    parser.on('finish', () => resolve({ fields, files }));
    parser.end(body);
  });
}
