import type { FoundMsw } from './msw-module.ts';

/** The optional peer, looked for by `require`: in the CJS build, where nothing can be awaited while a module loads. */
export const found: FoundMsw = find();

function find(): FoundMsw {
  try {
    return { msw: require('msw') };
  } catch (cause) {
    return { cause };
  }
}
