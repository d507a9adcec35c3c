/** The start of the page. */
import { render } from 'preact';
import { followChanges } from './api.ts';
import { BookConsole } from './book/book-console.tsx';
import { ServerConsole } from './server/server-console.tsx';

render(document.documentElement.dataset.console === 'book' ? <BookConsole /> : <ServerConsole />, document.body);
void followChanges();
