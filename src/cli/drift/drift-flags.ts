import { isBvn, isObjectId } from '../../domain/identifiers.ts';
import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import { eventShapes, type KnownEventKind, kindOf } from '../../webhooks/parse.ts';
import { type OperationTable, operations } from '../../wire/operations.ts';
import type { OperationId } from '../../wire/types/operation-types.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { readSecretLine } from '../terminal/secret-line.ts';

export type DriftFlags = CommandFlags<
  'collectionType',
  | ('operation' | 'event' | 'config' | 'baseUrl' | 'mandateSegment' | 'discoverySegment')
  | ('mandate' | 'breakdown' | 'productType' | 'bvnFile' | 'accept'),
  'json',
  'skip'
>;

/** The operations that change nothing and are safe to send at any time. */
export const reads = Object.values(operations as OperationTable).filter(({ repeat }) => repeat === 'safe');

export function checkFlags(paths: readonly string[], flags: DriftFlags): void {
  const { operation, event, config, baseUrl, mandate, breakdown, collectionType, skip = [] } = flags;
  const issues: FieldIssue[] = [];
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  const isLive = config !== undefined || baseUrl !== undefined;
  if (!isLive && paths.length === 0)
    refuse('', 'name files to compare, or a service to ask: --base-url URL, or --config FILE');
  if (isLive && paths.length > 0) refuse('', 'compare files, or ask a service; not both at once');
  if (config !== undefined && baseUrl !== undefined)
    refuse('--config', 'knows the address already: leave out --base-url');
  if (operation !== undefined && !isOperation(operation))
    refuse('--operation', `must be one of ${Object.keys(operations).join(', ')}`);
  if (event !== undefined && !eventKind(event))
    refuse('--event', `must be one of ${Object.keys(eventShapes).join(', ')}, or a name such as collection.success`);
  if (operation !== undefined && event !== undefined)
    refuse('--event', 'a file holds answers of an operation or deliveries: leave one of the two out');
  if (isLive && (operation ?? event) !== undefined)
    refuse('--operation', 'is for files: a service is asked everything that is only read; see --skip');
  for (const [path, id] of Object.entries({ '--mandate': mandate, '--breakdown': breakdown }))
    if (id !== undefined && !isObjectId(id)) refuse(path, 'must be 24 hexadecimal characters');
  if (breakdown !== undefined && mandate === undefined)
    refuse('--breakdown', 'needs the mandate it is of: add --mandate ID');
  if (collectionType !== 'auto' && collectionType !== 'manual') refuse('--collection-type', 'must be auto or manual');
  for (const id of skip)
    if (!reads.some((row) => row.id === id)) refuse('--skip', `takes ${reads.map((row) => row.id).join(', ')}`);
  if (issues.length > 0) throw new ConfigurationError('repaykit drift', issues);
}

export function isOperation(text: string): text is OperationId {
  return Object.hasOwn(operations, text);
}

export function eventKind(text: string): KnownEventKind | undefined {
  return kindOf(text, {});
}

/**
 * Reads the BVN for discovery from the first line of the file, or the environment.
 * @throws ConfigurationError without the BVN
 */
export async function readBvn(file: string | undefined, io: CliIo): Promise<string | undefined> {
  const place = { command: 'repaykit drift', flag: '--bvn-file', what: 'BVN' };
  const text = file === undefined ? process.env.REPAYKIT_BVN : await readSecretLine({ ...place, path: file }, io);
  if (text === undefined || text === '') return undefined;
  const bvn = text.trim();
  if (isBvn(bvn)) return bvn;
  const path = file === undefined ? 'REPAYKIT_BVN' : place.flag;
  throw commandErrors(place.command).wrong(path, 'must hold the 11 digits of a BVN');
}
