import type { PolicyRecord } from './insurance-book.ts';

/** The policy's document: a one-page PDF that names policy, product and cover, and no person. */
export function policyDocument(policy: PolicyRecord): Uint8Array {
  return onePagePdf([
    'Certificate of insurance (sample)',
    `Policy ${policy.number}`,
    `Product ${policy.product.title} (${policy.product.product_type.slug})`,
    `Insurer ${policy.product.insurer.name}`,
    `Cover ${policy.startDate.slice(0, 10)} to ${policy.endDate?.slice(0, 10) ?? 'open'}`,
  ]);
}

function onePagePdf(lines: readonly string[]): Uint8Array {
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 14 Tf 20 TL 60 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  // All characters are ASCII by now, so that one character is one byte and the offsets hold.
  return new TextEncoder().encode(body + trailer);
}

function escapeText(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
}
