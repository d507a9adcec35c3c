/** The style sheet: one column, large type, plain controls. */
export const STYLE = `
:root { --ink: #1c2b26; --quiet: #4d5f58; --line: #c5d0cb; --green: #0b5d43; --red: #a3210f; --paper: #fff; --ground: #f3f6f4; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, "Noto Sans", sans-serif; overflow-wrap: break-word; }
header, main, footer { max-width: 40rem; margin: 0 auto; padding: 1rem 1.5rem; }
.wide > * { max-width: 60rem; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; }
header a { font-weight: 700; text-decoration: none; }
footer, .hint { color: var(--quiet); font-size: .9375rem; font-weight: 400; }
a { color: var(--green); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
label, legend { font-weight: 600; padding: 0; }
fieldset { border: 0; margin: 1.5rem 0; padding: 0; }
form { margin: 1rem 0; }
input, select, button { font: inherit; color: inherit; }
.field { margin: 1rem 0; }
.field input { display: block; width: 100%; margin-top: .25rem; padding: .55rem .65rem; border: 1px solid var(--quiet); border-radius: .3rem; }
.choice { display: flex; align-items: flex-start; gap: .7rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.choice input { width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--green); }
.choice label { font-weight: 400; flex: 1; }
button { padding: .65rem 1.2rem; border: 0; border-radius: .3rem; background: var(--green); color: #fff; font-weight: 600; cursor: pointer; }
.wide form { display: inline-block; margin: .35rem .5rem .35rem 0; }
.wide button { padding: .35rem .7rem; }
:focus-visible { outline: 3px solid #1a73c7; outline-offset: 2px; }
.field [aria-invalid] { border-color: var(--red); }
.problem { color: var(--red); font-weight: 600; margin: .35rem 0; }
p.hint { margin: .15rem 0; }
td .hint, li .hint, article .hint { display: block; }
.notice { white-space: pre-line; border-left: 4px solid var(--green); padding-left: 1rem; margin: 1rem 0; }
.standing { border-left: 4px solid var(--green); background: var(--ground); padding: .75rem 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.sum { text-align: right; }
dl { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .3rem 1rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
dd, h3 { overflow-wrap: anywhere; }
ul, ol { padding-left: 1.3rem; }
@media (max-width: 30rem) { header, main, footer { padding: 1rem; } }
article { border-top: 1px solid var(--line); padding: .75rem 0; }
`;
