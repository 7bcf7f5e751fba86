import { askForExport } from './asked-export.ts';
import embedCss from '../../app/embed/embed.module.css';
import { IconButton } from '../../ui/Button.tsx';

export function ExportButton({ panel }: { panel: string }) {
  return (
    <IconButton
      name="Save this panel as a picture"
      icon="download"
      tip="save as a picture"
      tipAt="end"
      className={embedCss.exportButton}
      onClick={() => askForExport(panel)}
    />
  );
}
