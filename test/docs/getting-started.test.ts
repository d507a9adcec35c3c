// The tests that the guide has its reader write; vitest takes them from there.
import '../../docs/code/getting-started-test.mts';
