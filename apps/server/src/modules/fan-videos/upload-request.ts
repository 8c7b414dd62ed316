import { videoUploadMetadata } from '@lightstick/contract';
import { Metadata } from '@tus/server';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#/errors.ts';
import { invalidRequest } from '#/invalid-request.ts';
import { chunkBytes } from './video.rules.ts';

/** The version of the tus protocol that is spoken here. */
export const tusVersion = '1.0.0';

const longestMetadata = 4096;

/** What a request that begins an upload says of the video. Throws Refusal REQUEST_INVALID, which names the header or field. */
export function readNewUpload(request: FastifyRequest) {
  assertTus(request);
  const length = textOf(request.headers['upload-length']);
  if (!/^[1-9]\d{0,11}$/.test(length)) {
    throw wrong('Upload-Length', { en_US: 'must be the size of the video in bytes', zh_TW: '必須是影片的位元組數' });
  }
  if (bytesBrought(request) > Number(length)) {
    throw wrong('Content-Length', { en_US: 'must be at most Upload-Length', zh_TW: '不可超過 Upload-Length' });
  }
  const told = readMetadata(textOf(request.headers['upload-metadata']));
  const result = videoUploadMetadata.safeParse(told);
  if (!result.success) throw invalidRequest('body', result.error.issues, told);
  const { taskId, title, filename: fileName } = result.data;
  return { taskId, title, fileName, sizeBytes: Number(length), bringsPart: bringsPart(request) };
}

/** Whether a request brings a part of a video, as one that begins an upload may and one that goes on with it does. */
export function bringsPart(request: FastifyRequest): boolean {
  return bytesBrought(request) > 0;
}

/** Throws Refusal REQUEST_INVALID for a request that is not one of the tus protocol, or brings more than a part may. */
export function assertTus(request: FastifyRequest): void {
  if (request.headers['tus-resumable'] !== tusVersion) {
    throw wrong('Tus-Resumable', { en_US: `must be ${tusVersion}`, zh_TW: `必須是 ${tusVersion}` });
  }
  // Without a length nobody knows how long the part will go on.
  if (request.headers['transfer-encoding'] !== undefined || bytesBrought(request) > chunkBytes) {
    throw wrong('Content-Length', {
      en_US: `must be there and at most ${chunkBytes}`,
      zh_TW: `必須提供，且最多為 ${chunkBytes}`,
    });
  }
}

function bytesBrought({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

function readMetadata(header: string): Record<string, string | undefined> {
  try {
    if (header.length > longestMetadata) throw new Error('too long');
    const pairs = Object.entries(Metadata.parse(header));
    return Object.fromEntries(pairs.map(([name, value]) => [name, value ?? undefined]));
  } catch {
    throw wrong('Upload-Metadata', {
      en_US: 'must be pairs of a name and a value in Base64, separated by commas',
      zh_TW: '必須是以逗號分隔的「名稱 Base64 值」',
    });
  }
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

function wrong(field: string, expected: { en_US: string; zh_TW: string }): Refusal {
  return new Refusal('REQUEST_INVALID', { field, expected });
}
