// The examples are tests themselves: they run here, against the built package. The one for msw is plain JavaScript, because msw wants the types of a browser.
import '../../examples/test-with-vitest.test.ts';
import '../../examples/test-with-msw.test.js';
