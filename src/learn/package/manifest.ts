/**
 * Manifests of a lesson package: SCORM 1.2, SCORM 2004 4th edition, or the course structure of cmi5. The SCORM manifests
 * list every file of the package.
 */

export type Standard = '1.2' | '2004' | 'cmi5';

export interface PackagedLesson {
  id: string;
  title: string;
  about: string;
  /** Language of title and about, as an HTML `lang` attribute. */
  language: string;
  /** True if the lesson has questions. Only such a lesson has a score. */
  asks: boolean;
  /** Address of the lesson after `#`: `lesson=blockers`, or the packed lesson. */
  hash: string;
}

/** Percent of questions right on the first try from which a lesson is passed; platforms can override the value. */
const MASTERY = 60;
/** The page that the platform opens. */
const PAGE = 'scorm/index.html';

/** Writes the manifest. `files`: names of all other files in the package. */
export function manifestOf(
  lesson: PackagedLesson,
  standard: Standard,
  files: readonly string[],
): { name: string; text: string } {
  if (standard === 'cmi5') return { name: 'cmi5.xml', text: courseStructure(lesson) };
  const text = standard === '1.2' ? manifest12(lesson, files) : manifest2004(lesson, files);
  return { name: 'imsmanifest.xml', text };
}

/** Escapes text for XML; titles come from outside. */
function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function href(name: string): string {
  return xml(name.split('/').map(encodeURIComponent).join('/'));
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

function resources(files: readonly string[], type: 'scormtype' | 'scormType'): string {
  const list = files.map((name) => `      <file href="${href(name)}" />`).join('\n');
  return `  <resources>
    <resource identifier="page" type="webcontent" adlcp:${type}="sco" href="${PAGE}">
${list}
    </resource>
  </resources>`;
}

function manifest12({ id, title, asks }: PackagedLesson, files: readonly string[]): string {
  const mastery = asks ? `\n        <adlcp:masteryscore>${MASTERY}</adlcp:masteryscore>` : '';
  return `${HEAD}
<manifest identifier="qmgrscope-${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="qmgrscope">
    <organization identifier="qmgrscope">
      <title>${xml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${xml(title)}</title>${mastery}
      </item>
    </organization>
  </organizations>
${resources(files, 'scormtype')}
</manifest>
`;
}

function manifest2004({ id, title, asks }: PackagedLesson, files: readonly string[]): string {
  const objective = asks
    ? `
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="score" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>${MASTERY / 100}</imsss:minNormalizedMeasure>
            </imsss:primaryObjective>
          </imsss:objectives>`
    : '';
  return `${HEAD}
<manifest identifier="qmgrscope-${id}" version="1"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>2004 4th Edition</schemaversion>
  </metadata>
  <organizations default="qmgrscope">
    <organization identifier="qmgrscope">
      <title>${xml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${xml(title)}</title>
        <imsss:sequencing>${objective}
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true" />
        </imsss:sequencing>
      </item>
      <imsss:sequencing>
        <imsss:controlMode choice="true" flow="true" />
      </imsss:sequencing>
    </organization>
  </organizations>
${resources(files, 'scormType')}
</manifest>
`;
}

function courseStructure({ id, title, about, language, asks }: PackagedLesson): string {
  const words = (name: string, text: string): string =>
    `<${name}><langstring lang="${language}">${xml(text)}</langstring></${name}>`;
  const mastery = asks ? ` masteryScore="${MASTERY / 100}"` : '';
  return `${HEAD}
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:qmgrscope:course:${id}">
    ${words('title', title)}
    ${words('description', about)}
  </course>
  <au id="urn:qmgrscope:lesson:${id}" moveOn="Completed"${mastery} launchMethod="AnyWindow">
    ${words('title', title)}
    ${words('description', about)}
    <url>${PAGE}</url>
  </au>
</courseStructure>
`;
}
