export type StoredObject = { readonly key: string; readonly modified: Date };

/** One page of a listing; `next` asks for the page after it. */
export type Listing = { readonly objects: readonly StoredObject[]; readonly next: string | undefined };

/**
 * Reads the answer of ListObjectsV2. Keys of ours have no character that XML writes in another way, so what is escaped is
 * somebody else's and stays as it is. Undefined for what is no such answer.
 */
export function readListing(xml: string): Listing | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
    const key = textOf('Key', entry);
    const modified = textOf('LastModified', entry);
    return key && modified ? [{ key, modified: new Date(modified) }] : [];
  });
  const isCut = textOf('IsTruncated', xml) === 'true';
  return { objects, next: isCut ? unescaped(textOf('NextContinuationToken', xml)) : undefined };
}

function textOf(tag: string, xml: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A token is the storage's own, and may have any character. */
function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/&(\w+);/g, (whole, name: string) => characters[name] ?? whole);
}
