import { settings } from './settings.mjs';

export default settings('rules', ['src/domain/**/*.ts', 'src/loan-file/**/*.ts', 'src/evidence/**/*.ts']);
