import { useActions, useView } from '../../store/hooks.ts';
import { showsDetail } from '../../store/view.ts';
import { Icon } from '../../ui/Icon.tsx';
import { focusSoon } from './focus-soon.ts';

const ID = 'detail-button';

/** Switches between the quiet cockpit and the page with all panels. The button of the new page then takes the focus. */
export function DetailButton({ className }: { className: string | undefined }) {
  const actions = useActions();
  const detail = useView(showsDetail);
  return (
    <button
      id={ID}
      type="button"
      className={className}
      onClick={() => {
        actions.toggleDetail();
        focusSoon(ID);
      }}
    >
      {detail ? 'Less detail' : 'More detail'}
      <Icon name={detail ? 'demote' : 'promote'} />
    </button>
  );
}
