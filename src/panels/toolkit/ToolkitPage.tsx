import { KitPage, Part } from '../../ui/KitPage.tsx';
import { ExamplePanel } from './ExamplePanel.tsx';
import { PlotParts } from './PlotParts.tsx';

/** The page of the toolkit (`#kit`): the parts of ui/, those of plot/, and a panel that is made of both. */
export default function ToolkitPage() {
  return (
    <KitPage>
      {(theme) => (
        <>
          <PlotParts theme={theme} />
          <Part title="A panel with a chart, a table and two fields">
            <div className="kit-wide">
              <ExamplePanel theme={theme} />
            </div>
          </Part>
        </>
      )}
    </KitPage>
  );
}
