import { settings } from './settings.mjs';

export default settings('webhooks', ['src/webhooks/**/*.ts', 'src/client/workflows/debits/*.ts']);
