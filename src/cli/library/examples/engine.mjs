// node engine.mjs: runs a scene of the gallery and prints who was selected, in order.
import { create, scene } from 'qmgrscope/engine';

const run = create(scene('ten-two-two'));
while (run.step());
const chosen = run
  .decisions()
  .flatMap(({ decision }) => (decision.rule === 'selection' && decision.chosen ? [decision.chosen.msg] : []));
console.log(`${run.scenario.title}: ${chosen.join(' ')}`);
console.log(`${run.events().length} events, log ${run.hash()}`);
