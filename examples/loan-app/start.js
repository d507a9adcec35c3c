// Starts the app on any Node that the package runs on; before 22.18 Node needs a loader for TypeScript. `npm run build && node examples/loan-app/start.js`.
if (!process.features.typescript) await import('../typescript.js');

await import('./main.ts');
