/** How everything that travels on this page starts and settles. */
export const EASE = 'cubic-bezier(.2,0,0,1)';
