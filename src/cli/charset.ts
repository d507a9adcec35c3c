/** What of the outside decides about characters beyond ASCII. */
export interface CharsetSigns {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

// Their terminals write UTF-8 and do not say so.
const sayNothing = ['darwin', 'win32'];

/** Can block characters be drawn? The locale says so (`LC_ALL` before `LC_CTYPE` before `LANG`); not on a dumb terminal. */
export function drawsBlocks({ platform, env }: CharsetSigns): boolean {
  if (env.TERM === 'dumb') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale ? /utf-?8/i.test(locale) : sayNothing.includes(platform);
}
