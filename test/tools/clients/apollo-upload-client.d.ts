/** The package describes its types in comments, which the compiler does not read in packages. */
declare module "apollo-upload-client/UploadHttpLink.mjs" {
  import type { ApolloLink, HttpLink } from "@apollo/client/core";
  const UploadHttpLink: new (options: HttpLink.Options) => ApolloLink;
  export default UploadHttpLink;
}
