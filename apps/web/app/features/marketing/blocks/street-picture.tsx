/** The street where people live and deal with each other: the ground that a page can end on. */
export function StreetPicture() {
  return (
    <img
      src="/illustrations/street.svg"
      alt=""
      width={1200}
      height={410}
      loading="lazy"
      className="mx-auto mt-8 h-64 w-full max-w-[86rem] object-cover px-0 sm:h-auto sm:px-[clamp(20px,4vw,40px)]"
    />
  )
}
