/**
 * Lets dependency-cruiser read components: it asks swc for plain TypeScript, in which JSX is a syntax error.
 * Loaded before it (`node --import`), because it takes swc's functions when it starts.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
