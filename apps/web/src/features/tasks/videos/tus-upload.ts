import type { videoUploadPath } from '@lightstick/contract';
import { type DetailedError, Upload } from 'tus-js-client';
import { apiBaseUrl } from '#/lib/api/api-address.ts';
import { TransportError } from '#/lib/api/api-error.ts';
import { readAnswer } from '#/lib/api/call.ts';
import { commonHeaders } from '#/lib/api/common-headers.ts';
import { currentSession, resumeSession } from '#/lib/session/session.ts';

const path: typeof videoUploadPath = '/task/api/v1/fanVideo/upload';

/** Pauses before a part is sent again; after the last the upload waits for the connection. */
const retryDelays = [500, 1_500, 4_000];

export type VideoToSend = {
  readonly file: File;
  readonly accountId: string;
  readonly taskId: string;
  readonly title: string;
  readonly chunkBytes: number;
};

export type UploadListener = {
  readonly onBegun: (videoId: string) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly onDone: () => void;
  /** The server is unreachable; `go` continues. */
  readonly onLost: () => void;
  readonly onRefused: (error: Error) => void;
};

export type RunningUpload = {
  /** Starts or continues. */
  readonly go: () => void;
  readonly pause: () => void;
};

/** Returns the file's unfinished upload of an earlier visit; undefined without one. */
export async function unfinishedUpload(video: Omit<VideoToSend, 'title'>): Promise<{ title: string } | undefined> {
  const [previous] = await makeUpload({ ...video, title: '' }, {}).findPreviousUploads();
  return previous && { title: previous.metadata['title'] ?? '' };
}

/** Forgets an unfinished upload, which its fan has cancelled. */
export async function forgetUpload(video: Omit<VideoToSend, 'title'>): Promise<void> {
  const upload = makeUpload({ ...video, title: '' }, {});
  for (const { urlStorageKey } of await upload.findPreviousUploads()) {
    await upload.options.urlStorage?.removeUpload(urlStorageKey);
  }
}

/** Prepares the upload of a video by the tus protocol; one that was begun in an earlier visit goes on. */
export async function prepareUpload(video: VideoToSend, listener: UploadListener): Promise<RunningUpload> {
  const upload = makeUpload(video, {
    onUploadUrlAvailable: () => listener.onBegun(upload.url?.split('/').at(-1) ?? ''),
    onProgress: (sent) => listener.onProgress(sent),
    onSuccess: () => listener.onDone(),
    onError: (error) => {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      const status = answer?.getStatus() ?? 0;
      if (status === 0 || status >= 500) listener.onLost();
      else listener.onRefused(refusalIn(answer?.getBody() ?? '', status));
    },
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  return { go: () => upload.start(), pause: () => void upload.abort() };
}

type UploadOptions = Partial<Upload['options']>;

function makeUpload({ file, accountId, taskId, title, chunkBytes }: VideoToSend, options: UploadOptions): Upload {
  return new Upload(file, {
    endpoint: apiBaseUrl + path,
    chunkSize: chunkBytes,
    retryDelays,
    metadata: { taskId, title, filename: file.name.slice(0, 1000), agreed: 'yes' },
    // Contains the account, because on a shared device another fan must not resume this upload.
    fingerprint: () => Promise.resolve(['video', accountId, taskId, file.name, file.size, file.lastModified].join(' ')),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      // A header that is set twice has both values. The upload stays that of the account that began it.
      const { 'Content-Type': _json, ...headers } = commonHeaders();
      for (const [name, value] of Object.entries({ ...headers, 'X-Account-Id': accountId })) {
        request.setHeader(name, value);
      }
      request.setHeader('token', currentSession()?.token ?? '');
    },
    // A long upload outlives its token, which is renewed once a part is refused for it.
    onAfterResponse: async (_request, response) => {
      const token = currentSession()?.token;
      if (response.getStatus() === 401 && token !== undefined) await resumeSession(token);
    },
    onShouldRetry: (error: DetailedError, attempt) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status === 401) return attempt === 0 && currentSession() !== null;
      return status === 0 || status >= 500 || status === 408 || status === 409 || status === 429;
    },
    ...options,
  });
}

/** Returns the refusal that an answer carries, as any other call's. */
function refusalIn(body: string, status: number): Error {
  try {
    readAnswer(path, body, { status, requestId: null });
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return new TransportError('http', path, { status });
}
