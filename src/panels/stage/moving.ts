// What moves from one picture to the next: nothing does before there are two.
export { changesOf, comparable } from './changes.ts';
export { createPlayer } from './motion.ts';
