import type { FoundMsw } from './msw-module.ts';

/** The optional peer, loaded by `require` in the CJS build, which has no top-level `await`. */
export const found: FoundMsw = find();

function find(): FoundMsw {
  try {
    return { msw: require('msw') };
  } catch (cause) {
    return { cause };
  }
}
