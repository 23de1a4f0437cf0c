//! SeaORM's empty relation for an entity whose rows it never joins. Entities that are joined are in `belongs_to`.

/// The relations and the behaviour of an entity that has none of its own.
#[macro_export]
macro_rules! no_relations {
    () => {
        /// Queries join this table by their own conditions.
        #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
        pub enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    };
}

pub use no_relations;
