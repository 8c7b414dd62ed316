import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { NftPicture } from './nft-picture.tsx';

type NftSheetProps = {
  title: string;
  description: string;
  pictureUrl: string;
  /** Beneath the description: its numbers, dates or limits. */
  facts: ReactNode;
  /** The one thing to do with it, after which the sheet closes. */
  action?: { readonly text: string; readonly onAct: () => void } | undefined;
  onClose: () => void;
};

/** An NFT at full width, with the whole of its description. */
export function NftSheet({ title, description, pictureUrl, facts, action, onClose }: NftSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet title={title} onClose={onClose}>
      {(close) => (
        <div className="mt-4 space-y-4">
          <NftPicture src={pictureUrl} width={280} className="mx-auto rounded-card shadow-card" />
          <p className="text-body text-pretty">{description}</p>
          {facts}
          {action ? (
            <Button
              size="large"
              onClick={() => {
                close();
                action.onAct();
              }}
            >
              {action.text}
            </Button>
          ) : null}
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
