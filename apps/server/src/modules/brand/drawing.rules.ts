import sanitizeHtml from 'sanitize-html';

/** A drawing of a brand: reduced, and without anything that acts or loads. */
export type Drawing = {
  readonly svg: string;
  /** Width by height. */
  readonly ratio: number;
};

const mostBytes = 64 * 1024;

const shapes =
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title ' +
  'desc use symbol';
const attributes =
  'xmlns xmlns:xlink viewBox width height preserveAspectRatio d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr points id ' +
  'href xlink:href fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit ' +
  'stroke-dasharray stroke-dashoffset stroke-opacity opacity transform color offset stop-color stop-opacity ' +
  'gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits';
const shapeNames = shapes.split(' ');
const attributeNames = attributes.split(' ');

/** What a reader of the message can do about an element that is left out. */
const hints: Readonly<Record<string, string>> = {
  text: '; draw the letters as paths',
  tspan: '; draw the letters as paths',
  image: '; draw it as paths',
  style: '; give shapes their colours by attributes',
  filter: '; draw without effects',
};

/**
 * Reads a drawing from a file of the organiser.
 *
 * @returns the drawing, or what is wrong with it: everything that would be left out, if that changes what is seen
 */
export async function readDrawing(text: string): Promise<Drawing | { readonly faults: readonly string[] }> {
  if (Buffer.byteLength(text) > mostBytes) return { faults: [`is larger than ${mostBytes / 1024} KB`] };
  if (/<!ENTITY/i.test(text)) return { faults: ['has <!ENTITY>, which could load or multiply texts'] };
  const reduced = await reduce(text);
  if (reduced === undefined) return { faults: ['is no SVG that can be read'] };
  const { svg, faults } = sanitise(reduced);
  const ratio = ratioOf(svg);
  if (ratio === undefined) return { faults: [...faults, 'has no viewBox with four numbers, nor a width and a height'] };
  return faults.length > 0 ? { faults } : { svg, ratio };
}

async function reduce(text: string): Promise<string | undefined> {
  // Few packs have drawings, and this takes a sixth of the time in which a command starts.
  const { optimize } = await import('svgo');
  try {
    const plugins = [
      { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
      'convertStyleToAttrs',
      // Scripts stay for the check, which refuses them.
      'preset-default',
    ] as const;
    return optimize(text, { multipass: true, plugins: [...plugins] }).data;
  } catch {
    return undefined;
  }
}

/** Leaves out what is not on the lists. Marks of editors are left out silently. */
function sanitise(text: string): { readonly svg: string; readonly faults: readonly string[] } {
  const faults = new Set<string>();
  const svg = sanitizeHtml(text, {
    allowedTags: shapeNames,
    allowedAttributes: { '*': attributeNames },
    allowedSchemes: [],
    allowProtocolRelative: false,
    allowVulnerableTags: false,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      '*': (tagName, attribs) => {
        if (!shapeNames.includes(tagName)) faults.add(`has <${tagName}>${hints[tagName] ?? ''}`);
        for (const fault of Object.entries(attribs).flatMap(faultOfAttribute)) faults.add(fault);
        return { tagName, attribs };
      },
    },
  });
  return { svg, faults: [...faults] };
}

function faultOfAttribute([name, value]: [string, string]): string[] {
  if (/^on/i.test(name)) return [`has ${name}, which runs a script`];
  if (/^(?:xlink:)?href$/i.test(name) && !value.startsWith('#'))
    return [`has ${name}="${value.slice(0, 40)}", which loads`];
  if (/url\(\s*['"]?(?!#)/i.test(value.replaceAll(/url\(\s*['"]?#/gi, '')))
    return [`has ${name} with url(), which loads`];
  if (name === 'style' || name === 'filter') return [`has ${name}${hints[name] ?? ''}`];
  return [];
}

/** Returns a drawing's width by its height. */
function ratioOf(svg: string): number | undefined {
  const [root = ''] = /<svg[^>]*>/.exec(svg) ?? [];
  const box = /\sviewBox="([^"]*)"/
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = (name: string) => Number(new RegExp(String.raw`\s${name}="([\d.]+)(?:px)?"`).exec(root)?.[1]);
  const [width, height] = box?.length === 4 ? [box[2], box[3]] : [size('width'), size('height')];
  return width && height && width > 0 && height > 0 ? width / height : undefined;
}
