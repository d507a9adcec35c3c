/** What surrounds every view: navigation, search, the state of the connection, and the keys. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Connection, hasToken, rememberToken, useConnection } from './api.ts';
import { linkTo, useView } from './view.ts';

export interface NavItem {
  readonly path: string;
  readonly title: string;
}

interface FrameProps {
  readonly title: string;
  readonly nav: readonly NavItem[];
  readonly header: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Frame({ title, nav, header, children }: FrameProps) {
  const { path } = useView();
  const help = useRef<HTMLDialogElement>(null);
  useKeys(() => help.current?.showModal());
  const here = nav.find((item) => item.path === (path[0] ?? ''));
  const detail = path.length > 1 ? `${path.join(' ')} · ` : '';
  const where = path.join('/');
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${detail}${here?.title ?? ''}${here ? ' · ' : ''}${title}`;
  }, [here, detail, title]);
  // The keyboard goes on in the new view, not at the top of the page.
  useEffect(() => {
    if (!isFirst.current) document.querySelector<HTMLElement>('main')?.focus();
    isFirst.current = false;
  }, [where]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main')?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <h1>{title}</h1>
        <Search />
        <ConnectionState />
        <button type="button" class="plain" onClick={() => help.current?.showModal()} aria-label="Keys">
          ?
        </button>
      </header>
      <nav aria-label="Views">
        {nav.map((item) => (
          <a key={item.path} href={linkTo([item.path])} aria-current={item === here ? 'page' : undefined}>
            {item.title}
          </a>
        ))}
      </nav>
      <main tabIndex={-1}>
        {header}
        {children}
      </main>
      <Help dialog={help} />
    </>
  );
}

function Help({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="facts">
        {Object.entries(keys).map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

const keys = {
  '/': 'search',
  j: 'next row',
  k: 'row before',
  Enter: 'open the row',
  '?': 'this help',
  Tab: 'everything else',
};

function Search() {
  const { query } = useView();
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('q');
          location.hash = linkTo(['search'], { q: String(text ?? '').trim() });
        }}
      >
        <input
          id="search"
          name="q"
          type="search"
          placeholder="Search  /"
          aria-label="Search"
          defaultValue={query.q ?? ''}
          autocomplete="off"
        />
      </form>
    </search>
  );
}

const states: Readonly<Record<Connection, string>> = {
  opening: 'connecting',
  live: 'live',
  polling: 'every 2 s',
  lost: 'no connection',
};

function ConnectionState() {
  const state = useConnection();
  return (
    <span class={`connection ${state}`} role="status">
      {states[state]}
    </span>
  );
}

/** Asks for the control token of a server that is open to a network. It stays in this tab. */
export function TokenForm() {
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault();
        rememberToken(String(new FormData(event.currentTarget).get('token') ?? ''));
      }}
    >
      {hasToken() && <p class="bad">This token is wrong.</p>}
      <label>
        <span>Control token</span>
        <input name="token" type="password" autocomplete="off" required />
        <small>The value of --control-token. It stays in this tab.</small>
      </label>
      <button type="submit">Enter</button>
    </form>
  );
}

function useKeys(showHelp: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isTyping = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const acts: Readonly<Record<string, () => void>> = {
        '/': () => document.getElementById('search')?.focus(),
        '?': showHelp,
        j: () => moveRow(1),
        k: () => moveRow(-1),
      };
      const act = acts[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a.row')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
