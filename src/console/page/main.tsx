/** The start of the page. */
import { render } from 'preact';
import { followChanges } from './api.ts';
import { ServerConsole } from './server/server-console.tsx';

render(<ServerConsole />, document.body);
void followChanges();
