/**
 * Lets dependency-cruiser parse components. It asks swc for plain TypeScript, in which JSX is a syntax error. Load this
 * file before it (`node --import`), because it reads swc's functions at its start.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
