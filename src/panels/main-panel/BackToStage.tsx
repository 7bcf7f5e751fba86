import { useActions } from '../../store/hooks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Button } from '../../ui/Button.tsx';

/** Returns to the stage. `small`: icon only, for narrow headers. */
export function BackToStage({ small = false }: { small?: boolean }) {
  const actions = useActions();
  return (
    <Button
      data-tip={small ? undefined : 'back to the stage, Esc'}
      data-tip-at="below"
      onClick={() => actions.look({ mainPanel: null })}
    >
      <Icon name="close" />
      <span className={small ? 'sr-only' : undefined}>Stage</span>
    </Button>
  );
}
