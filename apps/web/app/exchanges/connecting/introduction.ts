import { brand } from '@lastmile/contracts/constants'

/** Shown by wallets beside the name of a party without a picture. */
const ourIcon = '/icons/icon-192.png'

/** The name and picture of an invitation's sender, as wallets show them; this site's own by default. */
export const introductionOf = (label?: string, picture?: string) => ({
  my_label: label ?? brand,
  // Wallets fetch it; they can't fetch a picture embedded in an uploaded file.
  image_url: picture?.startsWith('/') ? picture : ourIcon,
})
