/**
 * A learning platform of cmi5: it opens this page with the address of a record store (xAPI) and with who is learning.
 * Statements say what was reached; a document in the store holds place and answers, so that another computer goes on there.
 */
const CMI5 = 'https://w3id.org/xapi/cmi5/context';
const VERB = 'http://adlnet.gov/expapi/verbs/';
const WORDS = { 'X-Experience-API-Version': '1.0.3' };

/** The platform that the address of this page names, or null when it names none. */
function findCmi5(search) {
  const asked = new URLSearchParams(search);
  const [endpoint, fetchUrl, registration, activity, actor] = [
    'endpoint',
    'fetch',
    'registration',
    'activityId',
    'actor',
  ].map((name) => asked.get(name) ?? '');
  if ([endpoint, fetchUrl, registration, activity, actor].includes('')) return null;
  return cmi5Platform({ endpoint: endpoint.replace(/\/*$/, '/'), fetchUrl, registration, activity, actor });
}

/** The same doors as those of a SCORM platform. */
function cmi5Platform({ endpoint, fetchUrl, registration, activity, actor }) {
  let token = '';
  let launch = {};
  let known = { place: '', suspend: '', score: 0, completed: false, passed: false };
  let began = Date.now();
  let failed = false;
  /** One after the other: a store that has the later one first keeps the earlier. */
  let queue = Promise.resolve();

  async function ask(path, options = {}) {
    const response = await fetch(path, {
      ...options,
      headers: { ...WORDS, Authorization: `Basic ${token}`, ...options.headers },
    });
    if (!response.ok && !(response.status === 404 && options.method === undefined))
      throw new Error(`the record store answers ${response.status}`);
    return response;
  }

  function state(id) {
    const query = new URLSearchParams({ activityId: activity, agent: actor, registration, stateId: id });
    return `${endpoint}activities/state?${query}`;
  }

  const json = (value) => ({ body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } });
  const duration = () => `PT${Math.round((Date.now() - began) / 1000)}S`;

  /** `own` = a statement of cmi5 itself; the others are the lesson's and stand beside them. */
  function statement(verb, { result, own = true, moves = false, object } = {}) {
    const template = launch.contextTemplate ?? {};
    const categories = [
      ...(own ? [{ id: `${CMI5}/categories/cmi5` }] : []),
      ...(moves ? [{ id: `${CMI5}/categories/moveon` }] : []),
    ];
    const activities = template.contextActivities ?? {};
    const masteryScore = launch.masteryScore;
    return {
      id: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      actor: JSON.parse(actor),
      verb: { id: VERB + verb, display: { en: verb } },
      object: object ?? { objectType: 'Activity', id: activity },
      context: {
        ...template,
        registration,
        contextActivities: {
          ...activities,
          ...(categories.length > 0 ? { category: [...(activities.category ?? []), ...categories] } : {}),
        },
        ...(moves && masteryScore !== undefined && verb !== 'completed'
          ? { extensions: { ...template.extensions, [`${CMI5}/extensions/masteryscore`]: masteryScore } }
          : {}),
      },
      ...(result === undefined ? {} : { result }),
    };
  }

  const send = (said, keepalive = false) =>
    ask(`${endpoint}statements`, { method: 'POST', keepalive, ...json([said].flat()) });

  /** What is to be said of the lesson as a whole, once each. */
  function reached({ score, finished, asks }) {
    const said = [];
    if (finished && !known.completed)
      said.push(statement('completed', { moves: true, result: { completion: true, duration: duration() } }));
    const mastery = launch.masteryScore;
    if (finished && asks && mastery !== undefined && !known.passed) {
      const success = score / 100 >= mastery;
      const result = { success, duration: duration(), score: { scaled: score / 100, raw: score, min: 0, max: 100 } };
      if (success || !failed) said.push(statement(success ? 'passed' : 'failed', { moves: true, result }));
    }
    return said;
  }

  async function keepNow(report) {
    const { place, suspend, score, finished, answered } = report;
    // Somebody who only looks leaves nothing behind.
    if ((launch.launchMode ?? 'Normal') !== 'Normal') return '';
    const said = reached(report);
    if (answered !== undefined) said.unshift(answeredStatement(answered));
    const verbs = said.map(({ verb }) => verb.id.slice(VERB.length));
    try {
      if (said.length > 0) await send(said);
      failed ||= verbs.includes('failed');
      known = {
        place,
        suspend,
        score,
        completed: known.completed || finished,
        passed: known.passed || verbs.includes('passed'),
      };
      await ask(state('qmgrscope'), { method: 'PUT', ...json(known) });
      return '';
    } catch (error) {
      return error.message;
    }
  }

  function answeredStatement({ stop, answer, right }) {
    return statement('answered', {
      own: false,
      object: { objectType: 'Activity', id: `${activity}${activity.includes('#') ? '-' : '#'}stop-${stop}` },
      result: { response: answer, success: right },
    });
  }

  return {
    async begin() {
      try {
        const answer = await fetch(fetchUrl, { method: 'POST' });
        token = (await answer.json())['auth-token'] ?? '';
        if (token === '') return { refused: 'it gives no leave to write' };
        launch = await (await ask(state('LMS.LaunchData'))).json();
        const agent = new URLSearchParams({ profileId: 'cmi5LearnerPreferences', agent: actor });
        // A platform expects to be asked; the lesson has one language and no sound.
        await ask(`${endpoint}agents/profile?${agent}`);
        began = Date.now();
        await send(statement('initialized'));
        const kept = await ask(state('qmgrscope'));
        if (kept.status !== 404) known = { ...known, ...(await kept.json()) };
        return { place: String(known.place), suspend: known.suspend, score: known.score, back: launch.returnURL };
      } catch (error) {
        return { refused: error.message };
      }
    },
    keep(report) {
      const kept = queue.then(() => keepNow(report));
      queue = kept;
      return kept;
    },
    /** The page goes away: the browser sends it after the page. */
    end() {
      void send(statement('terminated', { result: { duration: duration() } }), true).catch(() => undefined);
    },
  };
}
