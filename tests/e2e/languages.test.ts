import { accessibilityFindings, expect, idle, open, test } from './page.ts';

test('choosing German changes the lesson, its question and feedback, and persists', async ({ page }) => {
  await open(page, '#lesson=what-is-a-job&stop=3');
  await expect(page.getByRole('heading', { level: 1, name: 'What a job earns' })).toHaveAttribute(
    'lang',
    'en',
  );
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  const heading = page.getByRole('heading', { level: 1, name: 'Was ein Job verdient' });
  await expect(heading).toHaveAttribute('lang', 'de');
  await expect(page.getByText('Wie viele Delivery Slots hat')).toBeVisible();
  await idle(page);
  await page.locator('.lesson_answer', { hasText: /^3/ }).click();
  await expect(page.locator('.lesson_answer-why')).toContainText('Nicht ganz.');
  await expect(page.locator('.lesson_answer-why')).toContainText('Versuchen Sie es noch einmal.');
  await page.locator('.lesson_answer', { hasText: /^1/ }).click();
  await expect(page.locator('.lesson_answer-why')).toContainText('Im zweiten Versuch richtig.');
  await expect(page.locator('.lesson_answer-why')).toContainText('verdienen einen Delivery Slot');
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await expect(page).toHaveURL(/#lesson=what-is-a-job&lang=de&stop=4$/);
  // The language is remembered: an address without a language, and the list of lessons, open in German.
  await idle(page);
  await page.goto('/#lessons');
  // Wait, because Firefox logs an error for a request that is still open when the page is left.
  await idle(page);
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Lernen, indem man es vorhersagt' }),
  ).toBeVisible();
  await expect(page.locator('.lesson-card', { hasText: 'Was ist ein Scheduler?' })).toBeVisible();
  await expect(page.locator('.lesson-card', { hasText: 'auf Englisch' })).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('the first minute runs in German up to the lesson that it leads to', async ({ page }) => {
  await open(page, '#first');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { level: 1, name: /^Warum wartet eine Nachricht/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Was die Zeichen bedeuten' })).toContainText('sein Alter');
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: /^Weiter/ }).click();
  await page.getByRole('button', { name: /Der Newsletter/ }).click();
  await expect(page.getByText('Sie sind nach der Ankunft gegangen.')).toBeVisible();
  await page.getByRole('button', { name: /^Weiter/ }).click();
  await expect(page.getByText('Die Nachricht gewinnt 4.30 s, der Newsletter verliert 0.68 s.')).toBeVisible();
  await page.getByRole('button', { name: /^Weiter/ }).click();
  await page.getByRole('button', { name: /Eine Nachricht an 1 Person/ }).click();
  await expect(
    page.getByText(/^Nachricht 3 hatte ihren ersten Agent nach .+ zahlte 1 Münze\.$/),
  ).toBeVisible();
  const picture = page.locator('.first-picture');
  await expect(picture.locator('.explain_saybar')).toHaveText(
    /^Ein Agent ist frei\. 1 bleibt an der Reihe: .*Münzen/,
  );
  await expect(picture.locator('.strip-panel')).toHaveText(/Reihenfolge.*3 vor 1/);
  await expect(picture).not.toContainText(/Turns|preempts|Delivery Slot|recipient/);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Schritt 7: Ein Server fällt aus' }).click();
  await expect(page.getByRole('region', { name: 'Was eben geschah' })).toContainText(
    '10 Empfänger abgelehnt, 18 ohne Versuch zurückgestellt.',
  );
  await page.getByRole('link', { name: 'Lektion 1' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Aus einer Nachricht wird ein Job' }),
  ).toBeVisible();
});

test('the page for teachers exists in German, with plans, homework and its keys', async ({ page }) => {
  await open(page, '#teach&lang=de');
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: 'Damit unterrichten' }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/Damit unterrichten/);
  await page.getByRole('heading', { name: 'Wie viele zugleich?' }).click();
  const plan = page.locator('.teacher_teach-plan[open]');
  await expect(plan).toContainText('Erst antwortet jeder allein');
  await expect(plan.getByRole('link', { name: /Stationen 1 bis 5/ })).toBeVisible();
  await page.getByRole('link', { name: /^Hausaufgaben/ }).click();
  await page.getByRole('button', { name: /^Lösungen zeigen: Windows/ }).click();
  await idle(page);
  const keys = page.locator('.teacher_teach-keys > li');
  await expect(keys.first()).toContainText('Station');
  await expect(keys.last()).toContainText('schwer, Nummer 23');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('writes a lesson in German, from the example to its preview and a question', async ({ page }) => {
  await open(page, '#write&lang=de');
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: 'Eine Lektion schreiben' }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/Eine Lektion schreiben/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mit dem Beispiel anfangen' }).click();
  await idle(page);
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: /^Station 1 von/ })).toBeVisible();
  await page
    .getByRole('button', { name: 'Frage…' })
    .or(page.getByRole('button', { name: 'Eine andere…' }))
    .click();
  await expect(page.getByRole('dialog', { name: 'Eine Frage an dieser Station' })).toContainText(
    'kann man nach diesem Augenblick stellen',
  );
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('explains in German why a run of real mail cannot be a stop', async ({ page }) => {
  await open(page, '#replay=afternoon');
  await page.goto('/#write&lang=de');
  await idle(page);
  await page.getByRole('button', { name: 'Mit diesem Lauf anfangen' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Dieser Lauf ist eine Aufzeichnung echter Mail, deren Namen in keine Lektion dürfen. Nehmen Sie stattdessen eine Szene.',
  );
});

test('a language in the address holds for that tab only, and for a class begun there', async ({ page }) => {
  await open(page, '#class=orders&lang=de&stop=2');
  await expect(page.getByRole('button', { name: 'Die Antworten zeigen' })).toBeVisible();
  await expect(page.locator('.classroom_desk-address').first()).toContainText(
    '#answer=orders&lang=de&stop=2',
  );
  await expect(page.locator('.classroom_wall-tiles')).toContainText('bei 3.5 s');
  expect(await page.evaluate(() => localStorage.getItem('qmgrscope.language'))).toBeNull();
  await page.goto('/#answer=orders&lang=de&stop=2');
  await idle(page);
  await page.locator('.lesson_answer').first().click();
  await expect(page.getByText('Ihre Antwort:')).toBeVisible();
  const german = await page.locator('.classroom_coded-code').textContent();
  await page.goto('/#answer=orders&lang=en&stop=2');
  await idle(page);
  await page.locator('.lesson_answer').first().click();
  await expect(page.getByText('Your answer:')).toBeVisible();
  // In every language, the same answer has the same code.
  await expect(page.locator('.classroom_coded-code')).toHaveText(german ?? '');
});

test('a lesson prints and is presented in the language that it is read in', async ({ page }) => {
  await open(page, '#print=earning&lang=de');
  await expect(page.getByRole('status')).toContainText('Bereit zum Drucken auf A4.', { timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Antworten' })).toBeVisible();
  await expect(page.locator('.presenter_sheet-answers')).toContainText('Ein Agent ist frei.');
  await expect(page.locator('.lesson_annotation-ground + text').first()).toHaveText('1: zur Hand');
  await page.goto('/#present=earning&lang=de&stop=4');
  await idle(page);
  await expect(page.locator('[data-other-run]')).toHaveText('Ein anderer Lauf: Halber Preis');
  await page.getByRole('button', { name: 'Die Antwort zeigen' }).click();
  await expect(page.locator('.lesson_answer-why')).toContainText('Die Antwort ist');
});

test('without its translation the page stays in English and tries again', async ({ page, errors }) => {
  let blocked = true;
  let asked = 0;
  await page.route(/\/assets\/de-[\w-]+\.js$|\/words\/de\/index\.ts/, (route) => {
    asked += 1;
    return blocked ? route.abort() : route.continue();
  });
  await open(page, '#lesson=orders&lang=de&stop=2');
  await expect(page.getByRole('button', { name: 'Show me' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Wer zuerst kommt' })).toBeVisible();
  expect(asked).toBe(1);
  // Chromium logs the missing file on the console; Firefox does not.
  errors.length = 0;
  blocked = false;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Zeigen' })).toBeVisible();
});
