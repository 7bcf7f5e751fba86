// node record.mjs FILE…: prints why mail was late. FILE: logs, and the output of postconf -n and postconf -M.
import { readFileSync } from 'node:fs';
import { read } from 'qmgrscope/record';

const names = process.argv.slice(2);
const record = await read(names.map((name) => ({ name, content: readFileSync(name) })));
for (const { name, trouble } of record.files) if (trouble !== '') console.error(`${name}: ${trouble}`);
for (const { host, verdicts, findings } of record.findings()) {
  console.log(`${host}: ${verdicts[0]?.words}`);
  for (const { cost, text } of findings)
    console.log(`${Math.round(cost)} s  ${text.title}: ${text.sentence}`);
}
