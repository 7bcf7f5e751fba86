/** Panels beside the stage, which come after it; their places are kept by the grid of the page. */
import { late } from '../panels/kit/late.tsx';

/** Those of every run of mail, in one file; where it cannot be fetched, those that are panels say so. */
const beside = () => import('./beside.ts');

export const ExplainPanel = late(beside, (parts) => parts.ExplainPanel);
export const SayBar = late(beside, (parts) => parts.SayBar);
export const Dock = late(beside, (parts) => parts.Dock);
export const WholeLink = late(beside, (parts) => parts.WholeLink, true);
export const RecipientsPanel = late(beside, (parts) => parts.RecipientsPanel);
export const DestinationsPanel = late(beside, (parts) => parts.DestinationsPanel);
export const WheelPanel = late(beside, (parts) => parts.WheelPanel);
export const WorldPanel = late(beside, (parts) => parts.WorldPanel);
export const ThreadsPanel = late(beside, (parts) => parts.ThreadsPanel);
export const ThreadsLink = late(beside, (parts) => parts.ThreadsLink, true);
/** What is announced is known only once a run has been followed: it may come after the picture. */
export const Headline = late(beside, (parts) => parts.Headline, true);
export const LiveRegion = late(beside, (parts) => parts.LiveRegion, true);
/** Nothing is repeated before there is something to play. */
export const Repeat = late(beside, (parts) => parts.Repeat, true);
/** Nothing covers the stage before it is there. */
export const FocusBack = late(beside, (parts) => parts.FocusBack, true);
export const PanelHandle = late(beside, (parts) => parts.PanelHandle, true);

export const LogHere = late(
  () => import('../record/panels/replay/LogHere.tsx'),
  (parts) => parts.LogHere,
);
export const RecordPanel = late(
  () => import('../record/panels/replay/RecordPanel.tsx'),
  (parts) => parts.RecordPanel,
);
export const ReplayStrip = late(
  () => import('../record/panels/replay/ReplayStrip.tsx'),
  (parts) => parts.ReplayStrip,
);
