/** Texts that a stranger could type where a page shows them: markup, code, and what breaks a layout. */

const payloads = [
  '<script>window.pwned = 1</script>',
  '"><script>window.pwned = 1</script>',
  "'><img src=x onerror=window.pwned=1>",
  '<img src=x onerror="window.pwned=1">',
  '<svg onload=window.pwned=1>',
  '<svg><script>window.pwned=1</script></svg>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<a href="javascript:window.pwned=1">x</a>',
  'javascript:window.pwned=1',
  '<math><mi xlink:href="javascript:window.pwned=1">x</mi></math>',
  '</textarea><script>window.pwned=1</script>',
  '</title><script>window.pwned=1</script>',
  '</pre><script>window.pwned=1</script>',
  '--><script>window.pwned=1</script>',
  ']]><script>window.pwned=1</script>',
  '<style>*{display:none}</style>',
  '<base href="https://example.com/">',
  '<meta http-equiv=refresh content="0;url=https://example.com/">',
  '<form action=//example.com><button>x</button></form>',
  '<input autofocus onfocus=window.pwned=1>',
  '<details open ontoggle=window.pwned=1>',
  '{{constructor.constructor("window.pwned=1")()}}',
  '$'.concat('{window.pwned=1}'),
  '`;window.pwned=1;//',
  "';window.pwned=1;//",
  '\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e',
  '%3Cscript%3Ewindow.pwned=1%3C/script%3E',
  '&lt;script&gt;window.pwned=1&lt;/script&gt;',
  '__proto__',
  'constructor',
  'W'.repeat(300),
  'm '.repeat(150),
  '\u202eright to left\u202c',
  '\u200b\u200b\u200b',
  '\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u0648\u0646\u0635',
  'e\u0301\u0323'.repeat(40),
  '\u{1f4a3}'.repeat(60),
  '\t\r\n tabs and lines \n\n',
  '<!--',
  '&amp;&nbsp;&#x3c;',
];

/** As many texts as asked for, all different. */
export function hostileTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / payloads.length);
    const payload = payloads[index % payloads.length] ?? '';
    return round === 0 ? payload : `${payload} ${round}${index % 2 ? payload : ''}`.slice(0, 480);
  });
}
