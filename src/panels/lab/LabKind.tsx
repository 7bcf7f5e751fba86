import { useTimers } from '../../store/of-kind.ts';
import { Segmented } from '../kit/Segmented.tsx';

/** The two laboratories: each is a scene, so that the address says which. */
const ADDRESSES = { designs: '#lab', wheel: '#scene=wheel-lab' } as const;

/** One wheel by hand, or three designs on a stream. */
export function LabKind() {
  const kind = useTimers((scenario) => scenario?.lab.kind ?? 'designs');
  return (
    <Segmented
      className="fill"
      label="Laboratory"
      value={kind}
      options={[
        { value: 'designs', text: 'Three designs' },
        { value: 'wheel', text: 'One wheel' },
      ]}
      onChange={(value) => {
        if (value !== kind) location.hash = ADDRESSES[value];
      }}
    />
  );
}
