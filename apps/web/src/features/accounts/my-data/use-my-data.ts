import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#/lib/api/call.ts';
import { myDataFileName } from './my-data-file-name.ts';

/** The file with everything about the fan, and an address under which the browser has it. */
export type MyDataFile = { readonly file: File; readonly address: string };

const type = 'application/json';

/** Stands for the file before there is one: what the browser can do with it depends on nothing but its type. */
export const likeMyData = new File(['{}'], 'lightstick.json', { type });

/** Has the server put everything about the fan together, as a file of JSON that people can read. */
export function useMyData() {
  const copying = useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (): Promise<MyDataFile> => {
      const copy = await call('POST /wallet/api/v1/user/getMyData', { body: {} });
      const file = new File([JSON.stringify(copy, null, 2)], myDataFileName(copy), { type });
      return { file, address: URL.createObjectURL(file) };
    },
  });
  const address = copying.data?.address;

  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);

  return copying;
}
