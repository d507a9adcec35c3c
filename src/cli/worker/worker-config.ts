import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contextOf } from '../../client/kit-context.ts';
import type { RepayKit } from '../../client/repay-kit.ts';
import { ConfigurationError, RepayKitError } from '../../errors.ts';
import type { RunDueOptions } from '../../worker/run-options.ts';

/** What a worker works with: what the config file exports by these names or as its default, or what the function that it exports makes. */
export interface WorkerConfig {
  readonly kit: RepayKit;
  /** A receiver whose inbox is drained. */
  readonly inbox?: RunDueOptions['inbox'];
  /** Frees what the config file opened, such as a pool of connections. */
  readonly close?: () => unknown;
}

/** Loads the merchant's client for a command: keys and a bureau are code, so the config file is a module. @throws ConfigurationError */
export async function loadWorkerConfig(command: string, file: string): Promise<WorkerConfig> {
  let made: unknown;
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href);
    const exported = module.default ?? module;
    made = await (typeof exported === 'function' ? exported() : exported);
  } catch (cause) {
    throw refusal(
      command,
      cause instanceof RepayKitError ? `the file ${file}: ${cause.message}` : `the file ${file} could not be loaded: ${nameOf(cause)}`,
      cause,
    );
  }
  const config = hasKit(made) ? made : { kit: made as RepayKit };
  try {
    contextOf(config.kit);
  } catch (cause) {
    throw refusal(command, `the file ${file} must export a RepayKit, or { kit, inbox, close }, or a function that makes one`, cause);
  }
  return config;
}

function hasKit(made: unknown): made is WorkerConfig {
  return typeof made === 'object' && made !== null && 'kit' in made;
}

// The message may hold a key or an address of the merchant's; where a module could not be found it says which.
function nameOf(cause: unknown): string {
  const { code, name, message } = (cause ?? {}) as { readonly code?: unknown; readonly name?: unknown; readonly message?: unknown };
  if (code === 'ERR_MODULE_NOT_FOUND' && typeof message === 'string') return message;
  return typeof code === 'string' ? code : String(name ?? 'it threw');
}

function refusal(command: string, message: string, cause: unknown): ConfigurationError {
  return new ConfigurationError(command, [{ path: '--config', message }], { cause });
}
