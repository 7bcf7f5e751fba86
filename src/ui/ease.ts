/** The easing of all movements on the page. */
export const EASE = 'cubic-bezier(.2,0,0,1)';
