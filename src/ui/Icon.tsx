import { memo } from 'react';

/** Paths of the icons on a 16 × 16 grid; icons with `solid` are filled. */
const PATHS = {
  'to-start': { d: 'M12.5 3.5 8 8l4.5 4.5M7.5 3.5 3 8l4.5 4.5' },
  'to-end': { d: 'M3.5 3.5 8 8l-4.5 4.5M8.5 3.5 13 8l-4.5 4.5' },
  'step-back': { d: 'M11 3.5 5.5 8l5.5 4.5M4 3.5v9' },
  'step-forward': { d: 'M5 3.5 10.5 8 5 12.5M12 3.5v9' },
  'preemption-back': { d: 'M3 3.5v9M12.5 8 9 4.5 5.5 8 9 11.5z' },
  'preemption-forward': { d: 'M13 3.5v9M3.5 8 7 4.5 10.5 8 7 11.5z' },
  play: { d: 'M5 3.2v9.6l8-4.8z', solid: true },
  pause: { d: 'M4.5 3.2h2.6v9.6H4.5zM8.9 3.2h2.6v9.6H8.9z', solid: true },
  down: { d: 'M4 6.5 8 10.5l4-4' },
  share: { d: 'M8 10V2.5M5 5l3-3 3 3M3 9v4h10V9' },
  flask: { d: 'M6.5 2.5v4l-4 7h11l-4-7v-4M5.5 2.5h5' },
  plus: { d: 'M8 3v10M3 8h10' },
  close: { d: 'M4 4l8 8M12 4l-8 8' },
  check: { d: 'M3.5 8.5 6.5 11.5l6-7' },
  branch: {
    d: 'M4 5v6M12 7c0 3-8 1.5-8 4M4 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3M4 11a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3M12 4a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3',
  },
  gallery: { d: 'M2.5 3h4.5v4.2H2.5zM9 3h4.5v4.2H9zM2.5 9.3h4.5v4.2H2.5zM9 9.3h4.5v4.2H9z' },
  repeat: { d: 'M3 7V6a2 2 0 0 1 2-2h7.5M10.5 2l2 2-2 2M13 9v1a2 2 0 0 1-2 2H3.5M5.5 14l-2-2 2-2' },
  stage: { d: 'M2 3.5h12M11 3.5V7q0 1.5-1.5 1.5H7M5 8.5V12' },
  strip: { d: 'M2 5h3v6H2zM6.5 5h3v6h-3zM11 5h3v6h-3z' },
  servers: { d: 'M2 8h6l4-4M8 8l4 4' },
  why: { d: 'M6 6a2 2 0 1 1 2.6 1.9c-.5.2-.6.5-.6 1.1M8 11.5v.1M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2' },
  promote: { d: 'M9.5 3H13v3.5M13 3 9 7M6.5 13H3V9.5M3 13l4-4' },
  demote: { d: 'M13 6.5H9.5V3M9.5 6.5 13 3M3 9.5h3.5V13M6.5 9.5 3 13' },
  mail: { d: 'M2 3.5h12v9H2zM2 4l6 5 6-5' },
  rules: {
    d: 'M2 4.5h6M12 4.5h2M8 4.5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M2 11.5h2M8 11.5h6M4 11.5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  },
  racks: { d: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.7h.1M5 11.2h.1' },
  download: { d: 'M8 2.5V10M5 7l3 3 3-3M3 10.5v3h10v-3' },
  compare: { d: 'M2.5 3h4v10h-4zM9.5 3h4v10h-4z' },
  rename: { d: 'M3 13l.7-2.8L10.5 3.4l2.1 2.1-6.8 6.8zM9 5l2 2' },
  lessons: {
    d: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5v-10c-2.5 0-4.5.3-6 1.5v10',
  },
  wheel: {
    d: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0 -5M8 2v3.5M14 8h-3.5',
  },
  queue: { d: 'M2 4h11M2 8h8M2 12h5' },
  stairs: { d: 'M2 4h4v4h4v4h4' },
  list: { d: 'M2.5 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M9.5 6h4v4h-4zM6.5 8h3' },
  file: { d: 'M4 2h5l3 3v9H4zM9 2v3h3' },
  server: { d: 'M2.5 2.5h11V7h-11zM2.5 9h11v4.5h-11zM5 4.75h.1M5 11.25h.1' },
  board: { d: 'M2 3.5h12V11H2zM8 11v2.5M5.5 13.5h5' },
  right: { d: 'M6.5 4l4 4-4 4' },
  more: {
    d: 'M3.5 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 1 0 0-2.6M8 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 1 0 0-2.6M12.5 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 1 0 0-2.6',
    solid: true,
  },
} as const;

export type IconName = keyof typeof PATHS | 'theme';

/** A decorative icon: the element around it needs an accessible name. */
export const Icon = memo(function Icon({ name }: { name: IconName }) {
  if (name === 'theme') {
    return (
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" />
        <path className="solid" d="M8 2.5a5.5 5.5 0 0 1 0 11z" />
      </svg>
    );
  }
  const path: { d: string; solid?: boolean } = PATHS[name];
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path className={path.solid === true ? 'solid' : undefined} d={path.d} />
    </svg>
  );
});
