export const EASE = 'cubic-bezier(.2,0,0,1)';
