//! Where files are: on local disks and in buckets of S3.
//!
//! A bucket is opened when a query first mentions it, with the settings that `object_store` reads from the
//! environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT`, `AWS_ALLOW_HTTP` and
//! so on. Client, scheduler and executors all read files, so each needs the variables.

use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use object_store::ObjectStore;
use object_store::aws::AmazonS3Builder;
use std::sync::Arc;
use url::Url;

/// Returns the builder of a run-time environment that opens buckets by themselves.
pub(crate) fn environment() -> RuntimeEnvBuilder {
    RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::default()))
}

/// The stores that were opened, by scheme and host.
#[derive(Debug, Default)]
struct Stores(DefaultObjectStoreRegistry);

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.0.register_store(url, store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        self.0.deregister_store(url)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        match self.0.get_store(url) {
            Err(_) if matches!(url.scheme(), "s3" | "s3a") => {
                let builder = AmazonS3Builder::from_env().with_url(url.as_str());
                let bucket = Arc::new(builder.build().map_err(DataFusionError::from)?);
                self.0.register_store(url, Arc::clone(&bucket) as _);
                Ok(bucket)
            }
            Err(_) => plan_err!("files are at paths, file:// or s3://, not at {}://", url.scheme()),
            found => found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_opened_once() {
        let stores = Stores::default();
        let open = |url| stores.get_store(&Url::parse(url).unwrap());
        let first = open("s3://bucket/a.parquet").unwrap();
        assert!(Arc::ptr_eq(&first, &open("s3://bucket/b/c.csv").unwrap()));
        assert!(!Arc::ptr_eq(&first, &open("s3://other/a.parquet").unwrap()));
        assert!(open("file:///tmp").is_ok());
        assert!(open("ftp://host/a").is_err());
    }
}
