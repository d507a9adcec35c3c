import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RepayKit } from '../../client/repay-kit.ts';
import { contextOf } from '../../client/workflows/loan-context.ts';
import { redactText } from '../../redact/text.ts';
import { RepayKitError } from '../../repaykit-error.ts';
import { looseFields } from '../../validation/checks.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import type { RunDueOptions } from '../../worker/run-options.ts';
import { commandErrors } from '../in-flags.ts';

/** What the config file exports: as named exports, as its default export, or as the result of an exported function. */
export interface WorkerConfig {
  readonly kit: RepayKit;
  /** The webhook receiver whose inbox is drained. */
  readonly inbox?: RunDueOptions['inbox'];
  /** Closes what the config file opened, such as a connection pool. */
  readonly close?: () => unknown;
}

/**
 * Loads the lender's client for a command. Keys and a bureau are code, so the config file is a module.
 * @throws ConfigurationError
 */
export async function loadWorkerConfig(command: string, file: string): Promise<WorkerConfig> {
  const { wrong } = commandErrors(command);
  const missing = whyMissing(resolve(file));
  if (missing !== undefined) throw wrong('--config', missing);
  let made: unknown;
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href);
    const exported = module.default ?? module;
    made = await (typeof exported === 'function' ? exported() : exported);
  } catch (cause) {
    const reason =
      cause instanceof RepayKitError ? `: ${cause.message}` : ` could not be loaded: ${reasonOf(cause, file)}`;
    throw wrong('--config', `the file ${file}${reason}`, cause);
  }
  const config = hasKit(made) ? made : { kit: made as RepayKit };
  try {
    contextOf(config.kit);
  } catch (cause) {
    const message = `the file ${file} must export a RepayKit, or { kit, inbox, close }, or a function that makes one`;
    throw wrong('--config', message, cause);
  }
  return config;
}

const EXPECTED =
  'a JavaScript module (.js or .mjs) that exports your RepayKit, as in "Ways to run it" in docs/worker.md';
const MODULE = /\.[cm]?[jt]s$/;

function whyMissing(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return undefined;
  const folder = found?.isDirectory() ? path : dirname(path);
  const near = nearModule(folder, basename(path));
  const what = found ? `${path} is no file` : `there is no file ${path}`;
  return `${what}: name ${EXPECTED}${near === undefined ? '' : `; did you mean ${join(folder, near)}?`}`;
}

/** A module in the folder with a similar name, or with the usual name. */
function nearModule(folder: string, name: string): string | undefined {
  let modules: string[];
  try {
    modules = readdirSync(folder).filter((entry) => MODULE.test(entry));
  } catch {
    return undefined;
  }
  return nearestName(name, modules) ?? modules.find((entry) => entry.startsWith('repaykit.config.'));
}

function hasKit(made: unknown): made is WorkerConfig {
  return typeof made === 'object' && made !== null && 'kit' in made;
}

const MOST_CHARACTERS = 500;

// The message comes from the config file and may hold a key or an address. So it is masked, put on one line and cut.
function reasonOf(cause: unknown, file: string): string {
  const { code, name, message, stack } = looseFields(
    typeof cause === 'object' && cause !== null ? cause : { message: cause },
  );
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `Node ${process.versions.node} does not run this kind of file: build it to JavaScript (.mjs)`;
  if (code === 'ERR_MODULE_NOT_FOUND' && typeof message === 'string') return message;
  const kind = typeof name === 'string' ? name : 'it threw';
  // Several failed connections are reported as one error without a message.
  const said = [message, code].find((text) => typeof text === 'string' && text.trim() !== '');
  const reason = said === undefined ? kind : `${kind}: ${oneLine(redactText(String(said)))}`;
  if (kind !== 'SyntaxError') return reason;
  const place = placeOfSyntaxError(stack);
  return place === undefined ? `${reason} (to see the line, run: node ${file})` : `${reason} (${place})`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}

// Node writes `file:///config.mjs:3` or `/config.cjs:3` before the error. For a module that it cannot parse, Node 20
// gives no place.
function placeOfSyntaxError(stack: unknown): string | undefined {
  const [, path, line] = (typeof stack === 'string' && /^(\S.*):(\d+)\n/.exec(stack)) || [];
  if (path === undefined || path.startsWith('SyntaxError')) return undefined;
  return `${path.startsWith('file:') ? fileURLToPath(path) : path}:${line}`;
}
