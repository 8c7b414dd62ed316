import { BlockList, isIP } from 'node:net';
import * as z from 'zod';
import { nodeAddress, type Variable, whole, withoutEndSlashes } from './variable-schemas.ts';

/** The parsed settings of the video storage; those that failed are absent. */
type StorageValues = {
  readonly NODE_ENV?: string;
  readonly VIDEO_STORAGE?: 'folder' | 's3';
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION?: string;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_PATH_STYLE?: boolean;
};

const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Conflicts between the settings of the video storage. */
export function storageConflicts(values: StorageValues): string[] {
  const { S3_ENDPOINT: endpoint, NODE_ENV, VIDEO_STORAGE: storage } = values;
  const isSet = (name: (typeof needed)[number]) => name in values && values[name] !== undefined;
  // A variable that was given and failed is already reported, and absent here.
  const missing = needed.filter((name) => name in values && values[name] === undefined);
  const given = needed.filter(isSet);
  const problems: string[] = [];
  if (storage === 's3' && missing.length > 0) {
    problems.push(
      `VIDEO_STORAGE is s3, which needs ${missing.join(', ')}: set ${missing.length > 1 ? 'them' : 'it'} too.`,
    );
  }
  if (storage === 'folder' && given.length > 0) {
    problems.push(
      `${given.join(', ')} would not be used, because VIDEO_STORAGE is folder: set VIDEO_STORAGE=s3 or leave them out.`,
    );
  }
  const isOpenToListeners = endpoint?.startsWith('http:') && !isPrivateHost(new URL(endpoint).hostname);
  if (storage === 's3' && NODE_ENV === 'production' && isOpenToListeners) {
    problems.push('S3_ENDPOINT is not reached by TLS, which production needs outside a private network: use https.');
  }
  return problems;
}

type VideoValues = StorageValues & {
  readonly FAN_VIDEO_MEGABYTES: number;
  readonly FAN_VIDEO_DISK_GIGABYTES: number;
};

/** Returns the video settings, from checked values. */
export function videoSettingsFrom(values: Required<VideoValues>) {
  return {
    /** The size limits of a fan video and of all together, on disk or in the bucket. */
    fanVideos: {
      maxBytes: values.FAN_VIDEO_MEGABYTES * 1_000_000,
      diskBytes: values.FAN_VIDEO_DISK_GIGABYTES * 1_000_000_000,
    },
    /** The bucket of fan videos; without it they are below `dataDir`. */
    videoS3: values.VIDEO_STORAGE === 's3' ? bucketFrom(values) : undefined,
    /** The longest wait for an answer of the bucket. */
    videoStorageMs: 10_000,
    /** The longest time for one part of a video: its arrival, and its storage. */
    videoPartMs: 75_000,
  };
}

function bucketFrom(values: Required<StorageValues>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new Error('The settings of the bucket are not complete');
  }
  return {
    endpoint: S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    /** The bucket is in the path of addresses, not in the host name. */
    pathStyle: values.S3_PATH_STYLE,
  };
}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Returns whether a host is in a private network: a private address, or a name that no public host has. */
function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  if (family !== 0) return privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  return !hostname.includes('.') || /\.(localhost|internal|local)$/.test(hostname);
}

/** The settings of the AI host. */
export const aiHostVariables = {
  AI_BASE_URL: {
    schema: nodeAddress
      .refine((address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(address))
      .transform(withoutEndSlashes)
      .optional(),
    expects: 'an address like https://api.example.com/v1, without a user name; by http only of this machine',
    // Hosted gateways may have the customer's key in the path.
    secret: true,
  },
  AI_MODEL: { schema: z.string().min(1).max(200).optional(), expects: 'the name of a model' },
  AI_API_KEY: { schema: z.string().min(1).max(1000).optional(), expects: 'the key of that server', secret: true },
  AI_REQUESTS_A_DAY: { schema: whole(1, 1_000_000).default(2_000), expects: 'a whole number from 1 to 1000000' },
  AI_TOKENS_A_DAY: {
    schema: whole(1_000, 10_000_000_000).default(10_000_000),
    expects: 'a whole number from 1000 to 10000000000',
  },
} as const satisfies Record<string, Variable>;

type AiVariables = {
  readonly AI_BASE_URL?: string | undefined;
  readonly AI_MODEL?: string | undefined;
  readonly AI_API_KEY?: string | undefined;
};

export function aiHostConflicts({ AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: key }: AiVariables): string[] {
  if (Boolean(baseUrl) !== Boolean(model)) return ['AI_BASE_URL and AI_MODEL belong together: set both or neither.'];
  return key && !baseUrl ? ['AI_API_KEY is set without AI_BASE_URL, whose key it is: set both or neither.'] : [];
}

export function aiHostSettingsFrom(values: AiVariables & { AI_REQUESTS_A_DAY: number; AI_TOKENS_A_DAY: number }) {
  const { AI_BASE_URL: baseUrl, AI_MODEL: name, AI_API_KEY: apiKey } = values;
  const budget = { requestsADay: values.AI_REQUESTS_A_DAY, tokensADay: values.AI_TOKENS_A_DAY };
  // Without a model the host answers by the facts alone.
  return { aiHost: { model: baseUrl && name ? { baseUrl, name, apiKey, ...budget } : undefined } };
}
