/**
 * The street at the foot of a page. Phones see the student, the market and the bus; wider windows see all of it, up to
 * the page's edges.
 */
export function StreetPicture() {
  return (
    <img
      src="/illustrations/street.svg"
      alt=""
      width={3900}
      height={370}
      loading="lazy"
      className="mt-6 aspect-[592/370] w-full object-cover object-[48.37%_100%] sm:aspect-auto sm:h-[min(29.8vw,25rem)] sm:object-bottom"
    />
  )
}
