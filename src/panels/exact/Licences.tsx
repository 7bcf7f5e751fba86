import { useEffect, useState } from 'react';
import { whileBusy } from '../../store/idle.ts';
import './exact.css';

interface Package {
  name: string;
  version: string;
  licence: string;
}

/** The packages in this copy, as the build found them. Throws when the file is missing or holds something else. */
async function loadPackages(): Promise<Package[]> {
  const answer = await fetch(new URL('licences.json', document.baseURI));
  const list: unknown = await answer.json();
  if (!Array.isArray(list)) throw new Error('licences.json holds no list');
  return list.map((one: Record<string, unknown>) => ({
    name: String(one['name']),
    version: String(one['version']),
    licence: String(one['licence']),
  }));
}

/** What else is in this copy, whose it is, and under which terms. */
export function Licences() {
  const [packages, setPackages] = useState<Package[] | null>(null);
  useEffect(() => {
    // A page that is being developed has no list: the link is all that is shown then.
    whileBusy(loadPackages()).then(setPackages, () => setPackages([]));
  }, []);
  return (
    <section className="exact-licences" aria-labelledby="exact-licences">
      <h2 id="exact-licences">What is in this copy</h2>
      <p className="side-note">
        qmgrscope is free software under the MIT licence; SCHEDULER_README and Postfix are the work of their
        authors, and no code of theirs is in here. With it come the packages below.{' '}
        <a className="link" href="licences.txt">
          All licences in full
        </a>
      </p>
      <ul>
        {packages?.map(({ name, version, licence }) => (
          <li key={name}>
            <span className="mono">{name}</span> {version} <span className="dim">{licence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
