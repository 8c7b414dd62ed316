import { type Document, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, visit } from 'yaml';

/** A fault in the text of a YAML file, at an offset, with the key of its line if there is one. */
type YamlFault = { readonly offset: number; readonly key: string; readonly message: string };

/** Decodes the contents of a file as UTF-8; returns a message that says what to do for another encoding. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly message: string } {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16 || bytes.includes(0)) return { message: 'is in UTF-16; save the file as UTF-8' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { message: 'is not in UTF-8, as all files of a pack are; save the file as UTF-8' };
  }
}

type ParseError = { readonly code: string; readonly message: string; readonly pos: readonly [number, number] };

/** Returns the first syntax error, because its consequences are reported as well, and all duplicate keys. */
export function syntaxFaults(text: string, errors: readonly ParseError[]): YamlFault[] {
  const [first] = errors;
  if (!first) return [];
  const causes = first.code === 'DUPLICATE_KEY' ? errors.filter(({ code }) => code === first.code) : [first];
  return causes.map((error) => {
    const line = lineAt(text, error.pos[0]);
    return {
      offset: error.pos[0],
      key: keyAt(text, error.pos[0]),
      message: wordsOf(error, line, keyAt(text, error.pos[0])),
    };
  });
}

const chineseColon = /^\s*(?:- )?(['"]?[\w-]+['"]?)\s*：/;
const chineseComma = /，\s*([\w-]+):(?:\s|$)/;

function wordsOf({ code, message }: ParseError, line: string, key: string): string {
  const colonAfter = chineseColon.exec(line)?.[1];
  if (colonAfter)
    return `has the Chinese colon ： after ${colonAfter}; expected a colon and a space: "${colonAfter}: "`;
  const commaBefore = chineseComma.exec(line)?.[1];
  if (commaBefore) return `has the Chinese comma ， before ${commaBefore}; expected a comma and a space: ", "`;
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'is indented by a tab; expected spaces';
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
      return `has a colon inside a text; put quotes around the text, such as ${key || 'en_US'}: "Tonight: live"`;
    case 'BAD_SCALAR_START':
      return `has a text that begins with a sign of YAML (${message.at(-1)}); put quotes around the text`;
    case 'UNEXPECTED_TOKEN':
      return (
        'has a text that begins with a sign of YAML, or a quotation mark inside quotes; ' +
        'put the whole text in quotes, and write a quotation mark in single quotes twice'
      );
    default:
      return `is not valid YAML; ${message}`;
  }
}

/** Finds Chinese punctuation that YAML takes for a part of a word, and signs that make a text something else. */
export function punctuationFaults(text: string, document: Document): YamlFault[] {
  const faults: YamlFault[] = [];
  const add = (node: Node, message: string) => {
    const offset = node.range?.[0] ?? 0;
    faults.push({ offset, key: keyAt(text, offset), message });
  };
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || typeof key.value !== 'string') return;
      const before = /^([\w-]+)：/.exec(key.value)?.[1];
      if (before) add(key, `has the Chinese colon ： after ${before}; expected a colon and a space: "${before}: "`);
    },
    Scalar(key, node, path) {
      const parent = path.at(-1);
      const isListed = key !== 'key' && isSeq(parent) && parent.flow === true && node.type === 'PLAIN';
      if (isListed && /^[\w-]+[，、][\w-]+/.test(String(node.value))) {
        add(
          node,
          `has a Chinese comma in the list: ${String(node.value)}; expected a comma and a space between its parts`,
        );
      }
      if (node.anchor !== undefined) add(node, 'begins with &, a sign of YAML; put quotes around the text');
      else if (node.tag?.startsWith('!')) {
        add(node, 'begins with !, a sign of YAML; put quotes around the text');
      }
    },
    Alias(_, node) {
      add(node, 'begins with *, a sign of YAML; put quotes around the text');
    },
  });
  return faults;
}

/** A value that YAML reads differently from its text, with its path. */
type ValueFault = { readonly path: readonly (string | number)[]; readonly message: string };

/** Finds numbers in a form other than digits, and values that a comment cuts off. */
export function valueFaults(text: string, document: Document): ValueFault[] {
  return faultsBelow(text, document.contents, []);
}

function faultsBelow(text: string, node: unknown, path: readonly (string | number)[]): ValueFault[] {
  if (isMap(node)) {
    return node.items.flatMap((pair: Pair) => {
      const step = String(isScalar(pair.key) ? pair.key.value : pair.key);
      return faultsBelow(text, pair.value, [...path, step]);
    });
  }
  if (isSeq(node)) return node.items.flatMap((item, index) => faultsBelow(text, item, [...path, index]));
  if (!isScalar(node)) return [];
  const message = numberFault(node) ?? commentFault(text, node);
  return message === undefined ? [] : [{ path, message }];
}

function numberFault({ value, source, type }: Scalar): string | undefined {
  if (typeof value !== 'number' || type !== 'PLAIN' || source === undefined) return undefined;
  if (/^-?(?:0|[1-9]\d*)$/.test(source)) return undefined;
  const isThousands = /^-?[1-9]\d{0,2}(?:\.\d{3})+$/.test(source);
  // Fractions are checked by their fields.
  if (!isThousands && /^-?(?:0|[1-9]\d*)\.0*[1-9]\d*$/.test(source)) return undefined;
  const meant = isThousands ? source.replaceAll('.', '') : String(value);
  return `is ${source}, which YAML reads as ${value}; expected digits alone, such as ${meant}`;
}

/** Finds a `#` that begins a comment after a space; one without a space after it is a colour or a part of the text. */
function commentFault(text: string, { value, type, range }: Scalar): string | undefined {
  if (type !== 'PLAIN' && value !== null) return undefined;
  const rest = /^[ \t]*(#[^\s#][^\n]*)/.exec(text.slice(range?.[1] ?? text.length));
  const cut = rest?.[1]?.replace(/[\s}\]].*/s, '');
  if (!cut) return undefined;
  return value === null
    ? `is missing, because ${cut} without quotes is a comment; put quotes around it: '${cut}'`
    : `ends before ${cut}, which is a comment; put quotes around the whole text, or a space after #`;
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Returns the last key of a line up to an offset, which is the field of the value there. */
function keyAt(text: string, offset: number): string {
  const column = offset - (text.lastIndexOf('\n', offset - 1) + 1);
  const line = lineAt(text, offset);
  const keys = [...line.matchAll(/(?<![\w-])[\w-]+/g)].filter(({ 0: word, index }) => {
    const isFirst = /^-?$|[{,，]$/.test(line.slice(0, index).trim());
    return isFirst && /^[:：]/.test(line.slice(index + word.length).trimStart());
  });
  return (keys.findLast(({ index }) => index <= column) ?? keys[0])?.[0] ?? '';
}
