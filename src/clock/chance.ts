/** Where chance comes from: a number from 0 up to, but without, 1. An option, so that tests can fix it. */
export type Random = () => number;

/** The machine's chance; good for spreading retries, not for secrets. */
export const systemRandom: Random = () => Math.random();
