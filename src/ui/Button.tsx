import type { ComponentProps } from 'react';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` = the main action of a panel, `outlined` = a secondary action, absent = the least important action. */
  look?: 'primary' | 'outlined' | undefined;
  size?: 'big' | undefined;
}

export function Button({ look, size, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={words('btn', look, size, className)} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'name' | 'children'> {
  /** Accessible name. */
  name: string;
  icon: IconName;
  tip?: string | undefined;
  tipAt?: 'below' | 'start' | 'end' | undefined;
}

export function IconButton({ name, icon, tip, tipAt, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={tip}
      data-tip-at={tipAt}
      {...rest}
      className={words('icon-btn', className)}
    >
      <Icon name={icon} />
    </button>
  );
}

function words(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== '').join(' ');
}
