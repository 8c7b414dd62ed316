import { expect, it } from 'vitest';
import { bucketAddress } from './bucket-address.rules.ts';

it.each([
  ['https://s3.example.com', true, 'https://s3.example.com/videos/'],
  ['https://s3.example.com:9000', true, 'https://s3.example.com:9000/videos/'],
  ['https://example.com/storage/v1/s3', true, 'https://example.com/storage/v1/s3/videos/'],
  ['https://s3.example.com', false, 'https://videos.s3.example.com/'],
  ['http://storage.internal:9000', false, 'http://videos.storage.internal:9000/'],
])('The bucket at %s, in the path: %s, is at %s.', (endpoint, pathStyle, address) => {
  expect(bucketAddress({ endpoint, bucket: 'videos', pathStyle })).toBe(address);
});
