import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { upload } from '#/lib/api/upload.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { showProfile } from './show-profile.ts';

type Wish = { readonly file: File; readonly crop: string };

/** Sends the fan's picture, tells how much of it is on its way, and can be called off. */
export function useUploadPicture(onUploaded: () => void) {
  const queryClient = useQueryClient();
  const [sentPart, setSentPart] = useState(0);
  const sending = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ file, crop }: Wish) => {
      const controller = new AbortController();
      sending.current = controller;
      setSentPart(0);
      const options = { signal: controller.signal, onProgress: setSentPart };
      return upload('POST /wallet/api/v1/userExpand/uploadAvatar', { upload: file, body: { crop } }, options);
    },
    onSuccess: async (userInfo) => {
      await showProfile(queryClient, userInfo);
      onUploaded();
    },
    // What was called off or lost on the way may have been carried out nevertheless.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.profile }),
  });

  useEffect(() => () => sending.current?.abort(), []);

  return {
    send: mutate,
    isPending,
    error,
    /** From 0 to 1; at 1 the server is at work on it. */
    sentPart,
    cancel: () => {
      sending.current?.abort();
      reset();
    },
  };
}
