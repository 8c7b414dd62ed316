import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState, useEffect } from 'react';
import { pageBrand } from '#/lib/brand.ts';
import { call } from '#/lib/api/call.ts';
import { formatDateTime } from '#/lib/format/format-date-time.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { shareAbilities, shareFile } from '#/lib/share-file.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { SaveIcon, ShareIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

/** Offers the copy, where the browser can do anything with it. */
export function MyDataCard(): ReactNode {
  const t = useText();
  const { canShare, canSave } = shareAbilities(likeMyData);
  return canShare || canSave ? (
    <CopyToTake />
  ) : (
    <p className="text-body text-pretty text-mute">{t('myData.notHere')}</p>
  );
}

/** The copy is put together first, and then saved or handed on. */
function CopyToTake(): ReactNode {
  const t = useText();
  const { data, error, isPending, mutate } = useMyData();
  const collect = () => mutate();
  if (data) return <Collected copy={data} />;
  if (error && !isPending) return <LoadError text={t('myData.failed')} error={error} onRetry={collect} />;
  return (
    <>
      <p className="text-body text-pretty text-mute">{t('myData.copyText')}</p>
      <Button size="large" className="mt-4" busy={isPending} onClick={collect}>
        {isPending ? null : <SaveIcon size={20} />}
        {isPending ? t('myData.collecting') : t('myData.collect')}
      </Button>
    </>
  );
}

function Collected({ copy: { file, address } }: { copy: MyDataFile }): ReactNode {
  const t = useText();
  const [hasFailed, setFailed] = useState(false);
  const ready = useArrivingFocus<HTMLParagraphElement>();
  const { canShare, canSave } = shareAbilities(file);
  const share = async () => setFailed(!(await shareFile(file)));
  return (
    <div className="enter">
      <p
        ref={ready}
        role="status"
        tabIndex={-1}
        className="flex items-start gap-3 rounded-tile bg-ok-soft p-3.5 text-small text-ok outline-none"
      >
        <CheckIcon size={20} />
        <span className="min-w-0">
          <span className="block font-bold">{t('myData.ready')}</span>
          <span className="block break-all">{file.name}</span>
          <span className="num block">{formatFileSize(file.size)}</span>
        </span>
      </p>
      <div className="mt-4 space-y-2.5">
        {canSave ? (
          <a href={address} download={file.name} className={buttonStyle('primary', 'large')}>
            <SaveIcon size={20} />
            {t('myData.save')}
          </a>
        ) : null}
        {canShare ? (
          <Button variant={canSave ? 'soft' : 'primary'} size="large" onClick={() => void share()}>
            <ShareIcon size={20} />
            {t('myData.share')}
          </Button>
        ) : null}
        {hasFailed ? (
          <p role="alert" className="text-center text-small text-pretty text-mute">
            {t('myData.notHere')}
          </p>
        ) : null}
      </div>
      <p className="mt-3 text-small text-pretty text-mute">{t('myData.careful')}</p>
    </div>
  );
}

/** The file with everything about the fan, and an address under which the browser has it. */
type MyDataFile = { readonly file: File; readonly address: string };

const type = 'application/json';

/** A placeholder of the file: the browser's abilities depend on its type only. */
const likeMyData = new File(['{}'], 'lightstick.json', { type });

/** Has the server put everything about the fan together, as a file of JSON that people can read. */
function useMyData() {
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

type MyData = DataOf<Contract['POST /wallet/api/v1/user/getMyData']>;

/** Returns a name such as `lightstick-K7QM2XWP-2026-11-21.json`; the day is that of the device. */
export function myDataFileName({
  profile,
  takenAt,
}: Pick<MyData, 'takenAt'> & { profile: { fanCode: string } }): string {
  return `${pageBrand().file}-${profile.fanCode}-${formatDateTime(new Date(takenAt), { pattern: 'YYYY-MM-DD' })}.json`;
}
