import { describe, expect, it } from 'vitest';
import { readListing } from './listing.rules.ts';

const entry = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-22T10:10:06.000Z</LastModified><ETag>"a"</ETag><Size>1</Size></Contents>`;
const page = (content: string) =>
  `<?xml version='1.0' encoding='UTF-8'?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${content}</ListBucketResult>`;

describe('a listing', () => {
  it('has the objects in their order, and when they were put', () => {
    expect(
      readListing(page(`<IsTruncated>false</IsTruncated>${entry('fan-videos/a')}\n${entry('fan-videos/b')}`)),
    ).toEqual({
      objects: [
        { key: 'fan-videos/a', modified: new Date('2026-11-22T10:10:06Z') },
        { key: 'fan-videos/b', modified: new Date('2026-11-22T10:10:06Z') },
      ],
      next: undefined,
    });
  });

  it('that is cut tells how to go on, whatever the storage calls that', () => {
    const cut = '<IsTruncated>true</IsTruncated><NextContinuationToken>1&amp;2&lt;=&quot;</NextContinuationToken>';
    expect(readListing(page(cut))).toEqual({ objects: [], next: '1&2<="' });
  });

  it('may be empty, and is none where something else is answered', () => {
    expect(readListing(page(''))).toEqual({ objects: [], next: undefined });
    expect(readListing('<html><body>Welcome</body></html>')).toBeUndefined();
    expect(readListing('')).toBeUndefined();
  });
});
